package dev.tamis.filter;
