package dev.tamis.engine;
