package io.landfall.console;

import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;

import io.landfall.ledger.BadFilter;
import io.landfall.ledger.LedgerAway;
import io.landfall.ledger.NotAsExpected;

/** Whatever goes wrong with a request, as {@code application/problem+json}. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unknown(Unknown e, WebRequest request) {
        return problem(e, HttpStatus.NOT_FOUND, String.valueOf(e.getMessage()), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unknown(KnownParameters.BadParameter e, WebRequest request) {
        return problem(e, HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unmeant(BadFilter e, WebRequest request) {
        return problem(e, HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> conflict(NotAsExpected e, WebRequest request) {
        return problem(e, HttpStatus.CONFLICT, String.valueOf(e.getMessage()), request);
    }

    @ExceptionHandler({
        LedgerAway.class,
        CannotCreateTransactionException.class,
        DataAccessResourceFailureException.class,
        RecoverableDataAccessException.class,
        TransientDataAccessException.class
    })
    @Nullable
    ResponseEntity<Object> away(RuntimeException e, WebRequest request) {
        log.warn(
                "no answer: {}",
                String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        String detail = e instanceof QueryTimeoutException
                ? "The ledger took too long to answer."
                : "The ledger is away; nothing is lost, try again later.";
        return problem(e, HttpStatus.SERVICE_UNAVAILABLE, detail, request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unforeseen(Exception e, WebRequest request) {
        log.error("request failed: {}", request.getDescription(false), e);
        return problem(e, HttpStatus.INTERNAL_SERVER_ERROR, "This should not happen; the log says more.", request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String name = e instanceof MethodArgumentTypeMismatchException argument ? argument.getName() : "a parameter";
        return problem(e, HttpStatus.BAD_REQUEST, name + " must be " + wanted(e.getRequiredType()) + ".", request);
    }

    private static String wanted(@Nullable Class<?> type) {
        if (type == null) {
            return "something else";
        }
        if (type.isEnum()) {
            return "one of " + Arrays.toString(type.getEnumConstants());
        }
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == Instant.class) {
            return "a time such as 2026-01-31T08:00:00Z";
        }
        boolean number = Number.class.isAssignableFrom(ClassUtils.resolvePrimitiveIfNecessary(type));
        return number ? "a whole number" : type.getSimpleName();
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
            NoResourceFoundException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String detail = "There is nothing at /" + e.getResourcePath() + "; GET /api lists what there is.";
        return problem(e, HttpStatus.NOT_FOUND, detail, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String detail = e.getParameterValidationResults().stream()
                .flatMap(result -> result.getResolvableErrors().stream()
                        .map(error -> result.getMethodParameter().getParameterName() + " " + error.getDefaultMessage()))
                .collect(Collectors.joining("; "));
        return problem(e, HttpStatus.BAD_REQUEST, detail + ".", request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(
                e, HttpStatus.BAD_REQUEST, "The body can't be read: it must be JSON in UTF-8, an object.", request);
    }

    private @Nullable ResponseEntity<Object> problem(
            Exception e, HttpStatus status, String detail, WebRequest request) {
        return handleExceptionInternal(
                e, ProblemDetail.forStatusAndDetail(status, detail), new HttpHeaders(), status, request);
    }

    /** Said here, not negotiated: a browser that asks for HTML gets a problem too. */
    @Override
    protected ResponseEntity<Object> createResponseEntity(
            @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body);
    }
}
