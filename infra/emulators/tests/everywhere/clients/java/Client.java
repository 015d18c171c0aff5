import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.firebase.FirebaseApp;
import com.google.firebase.FirebaseOptions;
import com.google.firebase.auth.FirebaseAuthException;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.ToNumberPolicy;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** Runs Firebase Admin SDK calls: one JSON request per input line, one JSON response per output line. */
public class Client {
  interface Call {
    Object run(Map<String, Object> params) throws Exception;
  }

  static final String PROJECT = System.getenv("GOOGLE_CLOUD_PROJECT");
  static final Gson JSON =
      new GsonBuilder().serializeNulls().setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE).create();

  public static void main(String[] args) throws Exception {
    FirebaseApp.initializeApp(FirebaseOptions.builder()
        .setProjectId(PROJECT)
        .setDatabaseUrl("https://" + PROJECT + "-default-rtdb.firebaseio.com")
        .setCredentials(credentials())
        .build());
    var calls = new HashMap<String, Call>();
    calls.putAll(IdentityCalls.all());
    calls.putAll(DatabaseCalls.all());
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = input.readLine(); line != null; line = input.readLine()) {
      Map<String, Object> asked = parse(line);
      say(answerTo(calls.get((String) asked.get("method")), asked));
    }
    System.exit(0);
  }

  static synchronized void say(Map<String, Object> message) {
    var line = (JSON.toJson(message) + "\n").getBytes(StandardCharsets.UTF_8);
    System.out.write(line, 0, line.length);
    System.out.flush();
  }

  @SuppressWarnings("unchecked")
  static <T> T parse(String text) {
    return (T) JSON.fromJson(text, Object.class);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> answerTo(Call call, Map<String, Object> asked) {
    var answer = new HashMap<String, Object>();
    answer.put("id", asked.get("id"));
    try {
      answer.put("result", call.run((Map<String, Object>) asked.get("params")));
    } catch (Exception error) {
      var cause = error instanceof ExecutionException ? error.getCause() : error;
      answer.put("error", Map.of("code", codeOf(cause), "message", String.valueOf(cause.getMessage())));
    }
    return answer;
  }

  private static String codeOf(Throwable error) {
    return error instanceof FirebaseAuthException rejected && rejected.getAuthErrorCode() != null
        ? rejected.getAuthErrorCode().name()
        : error.getClass().getSimpleName();
  }

  /** The key file named by the environment, or else the emulators' "owner" token. */
  private static GoogleCredentials credentials() throws Exception {
    if (System.getenv("GOOGLE_APPLICATION_CREDENTIALS") != null) return GoogleCredentials.getApplicationDefault();
    var tomorrow = new Date(System.currentTimeMillis() + 86_400_000);
    return GoogleCredentials.create(new AccessToken("owner", tomorrow));
  }
}
