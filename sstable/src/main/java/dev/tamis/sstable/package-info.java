package dev.tamis.sstable;
