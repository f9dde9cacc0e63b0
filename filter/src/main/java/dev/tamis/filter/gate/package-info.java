/**
 * A filter in front of a source that is expensive to ask, such as a database behind a cache: keys
 * that do not exist are answered without asking it.
 *
 * <p>{@link dev.tamis.filter.gate.MembershipGate} is the place to start; {@link
 * dev.tamis.filter.gate.GateSource} is what an application implements.
 */
package dev.tamis.filter.gate;
