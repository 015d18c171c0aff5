import com.google.firebase.database.DataSnapshot;
import com.google.firebase.database.DatabaseError;
import com.google.firebase.database.DatabaseReference;
import com.google.firebase.database.FirebaseDatabase;
import com.google.firebase.database.MutableData;
import com.google.firebase.database.Transaction;
import com.google.firebase.database.ValueEventListener;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Calls to `com.google.firebase.database`. */
class DatabaseCalls {
  static Map<String, Client.Call> all() {
    return Map.of(
        "database.set", params -> reference(params).setValueAsync(Client.parse((String) params.get("text"))).get(),
        "database.update", params -> reference(params).updateChildrenAsync(children(params)).get(),
        "database.get", params -> get(reference(params)),
        "database.listen", params -> {
          var listener = (String) params.get("listener");
          reference(params).addValueEventListener(valueListener(value -> tell(listener, value), error -> {
            tell(listener, error.getMessage());
          }));
          return null;
        },
        "database.increment", params -> {
          increment(reference(params), ((Long) params.get("times")).intValue());
          return null;
        });
  }

  private static DatabaseReference reference(Map<String, Object> params) {
    return FirebaseDatabase.getInstance().getReference((String) params.get("path"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> children(Map<String, Object> params) {
    return (Map<String, Object>) params.get("value");
  }

  /**
   * Any push for the path completes a single read, also one on its way for the listen of an earlier read. The write's
   * acknowledgement follows all of those.
   */
  private static Object get(DatabaseReference reference) throws Exception {
    reference.getRoot().child("java/read").setValueAsync(true).get();
    var read = new CompletableFuture<Object>();
    reference.addListenerForSingleValueEvent(
        valueListener(read::complete, error -> read.completeExceptionally(error.toException())));
    return read.get();
  }

  /** Runs all transactions concurrently. */
  private static void increment(DatabaseReference reference, int times) throws Exception {
    var all = Stream.generate(() -> incrementOnce(reference)).limit(times).toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(all).get();
  }

  private static CompletableFuture<Void> incrementOnce(DatabaseReference reference) {
    var done = new CompletableFuture<Void>();
    reference.runTransaction(new Transaction.Handler() {
      public Transaction.Result doTransaction(MutableData data) {
        var value = data.getValue(Long.class);
        data.setValue(value == null ? 1 : value + 1);
        return Transaction.success(data);
      }

      public void onComplete(DatabaseError error, boolean committed, DataSnapshot snapshot) {
        if (error == null) done.complete(null);
        else done.completeExceptionally(error.toException());
      }
    });
    return done;
  }

  private static ValueEventListener valueListener(Consumer<Object> onValue, Consumer<DatabaseError> onError) {
    return new ValueEventListener() {
      public void onDataChange(DataSnapshot snapshot) {
        onValue.accept(snapshot.getValue());
      }

      public void onCancelled(DatabaseError error) {
        onError.accept(error);
      }
    };
  }

  private static void tell(String listener, Object value) {
    var message = new HashMap<String, Object>();
    message.put("listener", listener);
    message.put("value", value);
    Client.say(message);
  }
}
