package io.landfall.console;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Refuses parameters that a path does not know: a misspelled filter that is ignored looks like a true answer. */
@Configuration(proxyBeanMethods = false)
class KnownParameters implements WebMvcConfigurer, HandlerInterceptor {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method) {
            Set<String> known = known(method);
            request.getParameterMap().forEach((name, values) -> check(name, values, known));
        }
        return true;
    }

    private static void check(String name, String[] values, Set<String> known) {
        if (!known.contains(name)) {
            throw new BadParameter(
                    "There is no parameter " + name + " here; there are " + String.join(", ", known) + ".");
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
