package io.landfall.alarm;

/** The servers Landfall stands on. */
public enum Component {
    BROKER,
    LEDGER,
    VIEW
}
