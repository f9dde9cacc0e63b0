package dev.tamis.micro;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the page of results says about the benchmarks of a class. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Chapter {
  /** Place on the page. */
  int order();

  /** Heading. */
  String title();

  /** What one operation is, in a sentence or two. */
  String operation();
}
