package io.landfall.console;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import io.landfall.alarm.OneLine;

/** Refuses parameters that a path does not know: a misspelled filter that is ignored looks like a true answer. */
@Configuration(proxyBeanMethods = false)
class KnownParameters implements WebMvcConfigurer, HandlerInterceptor {
    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2})");

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws HttpMediaTypeNotAcceptableException {
        if (handler instanceof HandlerMethod method) {
            checkAccept(request);
            checkEncoding(request.getQueryString());
            Set<String> known = known(method);
            request.getParameterMap().forEach((name, values) -> check(name, values, known));
        }
        return true;
    }

    /** Before anything is done: who is answered 406 takes it that nothing was. */
    private static void checkAccept(HttpServletRequest request) throws HttpMediaTypeNotAcceptableException {
        List<String> accept = Collections.list(request.getHeaders(HttpHeaders.ACCEPT));
        try {
            List<MediaType> types = MediaType.parseMediaTypes(accept);
            if (!types.isEmpty() && types.stream().noneMatch(type -> type.includes(MediaType.APPLICATION_JSON))) {
                throw new HttpMediaTypeNotAcceptableException(List.of(MediaType.APPLICATION_JSON));
            }
        } catch (InvalidMediaTypeException e) {
            throw new HttpMediaTypeNotAcceptableException("Accept can't be read: " + OneLine.of(e));
        }
    }

    /** What can't be decoded is left out by the server: a filter, perhaps. */
    private static void checkEncoding(@Nullable String query) {
        if (query != null && BAD_ESCAPE.matcher(query).find()) {
            throw new BadParameter("The query is not percent-encoded as it should be.");
        }
    }

    private static void check(String name, String[] values, Set<String> known) {
        if (!known.contains(name)) {
            String there = known.isEmpty() ? "none is taken." : "there are " + String.join(", ", known) + ".";
            throw new BadParameter("There is no parameter " + OneLine.of(name) + " here; " + there);
        }
        if (values.length > 1) {
            throw new BadParameter(name + " is given more than once.");
        }
        if (Arrays.stream(values).anyMatch(value -> value.indexOf('\0') >= 0)) {
            throw new BadParameter(name + " holds a NUL character.");
        }
    }

    private static Set<String> known(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .filter(parameter -> parameter.hasParameterAnnotation(RequestParam.class))
                .map(parameter ->
                        Objects.requireNonNull(parameter.getParameter().getName()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A parameter that its path does not know, or that nothing can be equal to. */
    static final class BadParameter extends RuntimeException {
        BadParameter(String message) {
            super(message);
        }
    }
}
