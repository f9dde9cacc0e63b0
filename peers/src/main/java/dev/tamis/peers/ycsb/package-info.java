/** YCSB on the engines of this jar. */
package dev.tamis.peers.ycsb;
