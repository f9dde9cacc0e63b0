package dev.tamis.wal;
