package dev.tamis.bench;
