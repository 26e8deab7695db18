/** The extension for JUnit 5. */
package io.github.understudy_entra.junit;
