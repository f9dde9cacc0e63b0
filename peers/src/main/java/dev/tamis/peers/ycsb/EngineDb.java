package dev.tamis.peers.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineSession;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's binding to any engine behind the port. A record is one entry; an update of some fields
 * reads the others first. Public, and with this constructor, as YCSB finds it by its name.
 */
public final class EngineDb extends DB {
  private EngineSession session;

  /** For YCSB, which calls {@link #init} next. */
  public EngineDb() {}

  @Override
  public void init() throws DBException {
    try {
      session = SharedEngine.acquire(getProperties()).session();
    } catch (IOException | InputException e) {
      throw new DBException(e);
    }
  }

  @Override
  public void cleanup() throws DBException {
    try {
      session.close();
      SharedEngine.release();
    } catch (IOException e) {
      throw new DBException(e);
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try {
      byte[] value = session.get(bytes(key));
      if (value == null) {
        return Status.NOT_FOUND;
      }
      Fields.copy(value, fields, result);
      return Status.OK;
    } catch (IOException e) {
      return failed(e);
    }
  }

  // YCSB's own signature asks for these two classes.
  @SuppressWarnings({"JdkObsolete", "NonApiType"})
  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    try (EngineCursor cursor = session.cursor()) {
      cursor.seek(bytes(startKey));
      for (int i = 0; i < count && cursor.isValid(); i++) {
        HashMap<String, ByteIterator> row = new HashMap<>();
        Fields.copy(cursor.value(), fields, row);
        result.add(row);
        cursor.next();
      }
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (IOException e) {
      return failed(e);
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    try {
      byte[] before = session.get(bytes(key));
      if (before == null) {
        return Status.NOT_FOUND;
      }
      Map<String, byte[]> fields = Fields.decode(before);
      Fields.putAll(values, fields);
      session.put(bytes(key), Fields.encode(fields));
      return Status.OK;
    } catch (IOException e) {
      return failed(e);
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    try {
      Map<String, byte[]> fields = new LinkedHashMap<>();
      Fields.putAll(values, fields);
      session.put(bytes(key), Fields.encode(fields));
      return Status.OK;
    } catch (IOException e) {
      return failed(e);
    }
  }

  @Override
  public Status delete(String table, String key) {
    try {
      session.delete(bytes(key));
      return Status.OK;
    } catch (IOException e) {
      return failed(e);
    }
  }

  private static Status failed(IOException e) {
    return new Status("ERROR", e.toString());
  }

  private static byte[] bytes(String key) {
    return key.getBytes(UTF_8);
  }
}
