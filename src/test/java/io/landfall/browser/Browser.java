package io.landfall.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;

import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

import io.landfall.stack.Tools;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Chromium without a window, logged in to one console. What it wrote on its log is asked for with {@link #complaints}. */
final class Browser implements AutoCloseable {
    private static final Path PICTURES = Path.of("target", "screenshots");

    private final ChromeDriver chromium;
    private final String console;
    private String hook = "";

    Browser(String console, String user, String password) {
        this.console = console;
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium().toString());
        // as root, as in most containers, its sandbox can't be set up
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en");
        // one renderer for all pages instead of some for each, and nothing of its own to do beside them
        options.addArguments(
                "--renderer-process-limit=1",
                "--disable-site-isolation-trials",
                "--disable-extensions",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-features=SpareRendererForSitePerProcess,BackForwardCache,Translate,MediaRouter,OptimizationHints");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver().toFile())
                .usingAnyFreePort()
                .build();
        chromium = new ChromeDriver(service, options);
        chromium.get(console + "/");
        untilThere(By.name("username")).sendKeys(user);
        chromium.findElement(By.name("password")).sendKeys(password, Keys.ENTER);
        untilThere(By.id("page-title"));
        size(1280, 900);
    }

    /** Aborts or fails, as {@link Tools} says, where there is no Chromium. */
    static void need() {
        chromium();
        driver();
    }

    /** {@code CHROME_BIN}, or the one on the path. */
    private static Path chromium() {
        String given = System.getenv("CHROME_BIN");
        return given == null ? Tools.need("chromium", "chromium") : Path.of(given);
    }

    private static Path driver() {
        return Tools.need("chromedriver", "chromium-driver");
    }

    /** A page by its place behind the hash, loaded anew, when it has its title. */
    Browser open(String place) {
        chromium.get("about:blank");
        chromium.get(console + "/#/" + place);
        untilThere(By.id("page-title"));
        return this;
    }

    /** As by somebody who was never there: nothing of it comes from a cache. */
    Browser openAnew(String place) {
        chromium.executeCdpCommand("Network.enable", Map.of());
        chromium.executeCdpCommand("Network.setCacheDisabled", Map.of("cacheDisabled", true));
        try {
            return open(place).untilLoaded();
        } finally {
            chromium.executeCdpCommand("Network.setCacheDisabled", Map.of("cacheDisabled", false));
            chromium.executeCdpCommand("Network.disable", Map.of());
        }
    }

    /** A page that is none of the console's, by its path. */
    Browser visit(String path) {
        chromium.get("about:blank");
        chromium.get(console + path);
        return this;
    }

    /** Another one, for somebody else; whoever asks closes it. */
    Browser as(String user, String password) {
        return new Browser(console, user, password);
    }

    /** From now on, in every page: the language, and the theme. */
    Browser looks(String language, String theme) {
        hook("localStorage.setItem('landfall.language', '%s'); localStorage.setItem('landfall.theme', '%s');"
                .formatted(language, theme));
        return this;
    }

    /** From now on, the reader may do no more than these roles may, as far as pages know. */
    void roles(String... roles) {
        hook(
                """
                const real = window.fetch;
                window.fetch = (path, options) => path === '/api/me'
                  ? Promise.resolve(new Response(JSON.stringify({name: 'vi', roles: '%s'.split(' ')})))
                  : real(path, options);
                """
                        .formatted(String.join(" ", roles)));
    }

    /** From now on, what the API answers to this page is made up: the status and the body of all GETs. */
    Browser answers(int status, String body) {
        hook(
                """
                const real = window.fetch;
                window.fetch = (path, options) => String(path).startsWith('/api/me') || !/^.(api|actuator)/.test(String(path))
                  ? real(path, options)
                  : Promise.resolve(new Response('%s', {status: %d}));
                """
                        .formatted(body, status));
        return this;
    }

    /** Script that runs before those of every page, in the place of the last one; empty: none. */
    void hook(String script) {
        if (!hook.isEmpty()) {
            chromium.executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", hook));
            hook = "";
        }
        if (!script.isEmpty()) {
            // about:blank has no storage
            String guarded = "if (location.protocol === 'http:') {" + script + "}";
            hook = String.valueOf(
                    chromium.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", guarded))
                            .get("identifier"));
        }
    }

    /** In CSS pixels. */
    Browser size(int width, int height) {
        chromium.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        return this;
    }

    /** Nothing on the page is being loaded. */
    Browser untilLoaded() {
        await().atMost(Wait.MOST).until(() -> all(By.cssSelector(".loading")).isEmpty());
        return this;
    }

    WebElement untilThere(By what) {
        await("for " + what)
                .atMost(Wait.MOST)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> all(what).stream().anyMatch(WebElement::isDisplayed));
        return all(what).stream().filter(WebElement::isDisplayed).findFirst().orElseThrow();
    }

    void untilSaid(String text) {
        await("for the words " + text)
                .atMost(Wait.MOST)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> text().contains(text));
    }

    List<WebElement> all(By what) {
        return chromium.findElements(what);
    }

    /** What can be read on the page. */
    String text() {
        return chromium.findElement(By.tagName("body")).getText();
    }

    String title() {
        return chromium.findElement(By.id("page-title")).getText();
    }

    /** Presses the button that is named so, on the page or in the open dialog. */
    void press(String name) {
        untilThere(button("", name)).click();
    }

    /** Presses the button of the open dialog that does it, once it can be done. */
    void confirm() {
        By submit = By.cssSelector("dialog[open] button[type=submit]");
        untilThere(submit);
        await("for a dialog that can be confirmed")
                .atMost(Wait.MOST)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> chromium.findElement(submit).isEnabled());
        chromium.findElement(submit).click();
    }

    /** The open dialog is gone, and what came of it is announced. */
    String untilDone() {
        By open = By.cssSelector("dialog[open]");
        await("for the end of the dialog")
                .atMost(Wait.MOST)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> all(open).stream().map(WebElement::getText).toList(), List::isEmpty);
        return untilThere(By.cssSelector(".announcement")).getText();
    }

    /** Writes over what is in the field that is labelled so. */
    void fill(String label, String value) {
        WebElement field = untilThere(By.xpath("//label[span[normalize-space()='" + label + "']]//input"));
        // not clear(): the page isn't told of it, and puts the old text back when it draws itself before the new one
        field.sendKeys(Keys.chord(Keys.CONTROL, "a"), value);
    }

    void tick(String label) {
        untilThere(By.xpath("//label[span[normalize-space()='" + label + "']]/input[@type='checkbox']"))
                .click();
    }

    /** A button by what is written on it, or by what a screen reader says instead. */
    static By button(String within, String name) {
        return By.xpath(within + "//button[normalize-space()='" + name + "' or @aria-label='" + name + "']");
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    <T> T run(String script, Class<T> type, Object... arguments) {
        return type.cast(chromium.executeScript(script, arguments));
    }

    /** Presses keys where the focus is. */
    void keys(CharSequence... keys) {
        chromium.switchTo().activeElement().sendKeys(keys);
    }

    /** How far the page, or a table on it, can be scrolled sideways, in CSS pixels. */
    long sideways() {
        return run(
                "return Math.max(document.body.scrollWidth - document.documentElement.clientWidth,"
                        + " ...[document.documentElement, ...document.querySelectorAll('.table-box')]"
                        + ".map(one => one.scrollWidth - one.clientWidth))",
                Long.class);
    }

    /** What the browser complained of since it was last asked: errors of scripts, refused loads, broken policies. */
    List<String> complaints() {
        return chromium.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Kept under {@code target/screenshots}. */
    void picture(String name) {
        try {
            Files.createDirectories(PICTURES);
            Files.write(PICTURES.resolve(name + ".png"), chromium.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was said on another page is forgotten, and so is every choice. */
    void fresh() {
        hook("");
        size(1280, 900);
        chromium.get(console + "/login");
        chromium.executeScript("localStorage.clear()");
        assertThat(complaints()).isNotNull();
    }

    @Override
    public void close() {
        chromium.quit();
    }
}
