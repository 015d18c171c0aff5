import com.google.firebase.auth.ActionCodeSettings;
import com.google.firebase.auth.FirebaseAuth;
import com.google.firebase.auth.UserRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls to `com.google.firebase.auth`. */
class IdentityCalls {
  private static final int PAGE = 2;
  private static final FirebaseAuth auth = FirebaseAuth.getInstance();

  static Map<String, Client.Call> all() {
    var calls = new HashMap<String, Client.Call>(Map.of(
        "identity.create", params -> show(auth.createUser(new UserRecord.CreateRequest()
            .setEmail(text(params, "email"))
            .setPassword(text(params, "password"))
            .setDisplayName(text(params, "displayName")))),
        "identity.get", params -> show(auth.getUser(text(params, "uid"))),
        "identity.getByEmail", params -> show(auth.getUserByEmail(text(params, "email"))),
        "identity.list", params -> list(),
        "identity.update", params -> show(auth.updateUser(new UserRecord.UpdateRequest(text(params, "uid"))
            .setDisplayName(text(params, "displayName"))
            .setDisabled(isOn(params, "disabled")))),
        "identity.setClaims", params -> {
          auth.setCustomUserClaims(text(params, "uid"), claims(params));
          return null;
        },
        "identity.delete", params -> {
          auth.deleteUser(text(params, "uid"));
          return null;
        },
        "identity.links", params -> links(text(params, "email"), text(params, "url")),
        "identity.revoke", params -> {
          auth.revokeRefreshTokens(text(params, "uid"));
          return null;
        },
        "identity.verify", params ->
            auth.verifyIdToken(text(params, "token"), isOn(params, "checkRevoked")).getUid()));
    calls.put("identity.customToken", params -> auth.createCustomToken(text(params, "uid")));
    return calls;
  }

  private static Map<String, Object> show(UserRecord user) {
    var shown = new HashMap<String, Object>();
    shown.put("uid", user.getUid());
    shown.put("email", user.getEmail());
    shown.put("displayName", user.getDisplayName());
    shown.put("disabled", user.isDisabled());
    shown.put("claims", user.getCustomClaims());
    return shown;
  }

  private static List<String> list() throws Exception {
    var uids = new ArrayList<String>();
    for (var user : auth.listUsers(null, PAGE).iterateAll()) uids.add(user.getUid());
    return uids;
  }

  private static Map<String, String> links(String email, String url) throws Exception {
    var settings = ActionCodeSettings.builder().setUrl(url).setHandleCodeInApp(true).build();
    return Map.of(
        "passwordReset", auth.generatePasswordResetLink(email),
        "verification", auth.generateEmailVerificationLink(email),
        "signIn", auth.generateSignInWithEmailLink(email, settings));
  }

  private static String text(Map<String, Object> params, String name) {
    return (String) params.get(name);
  }

  private static boolean isOn(Map<String, Object> params, String name) {
    return Boolean.TRUE.equals(params.get(name));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> claims(Map<String, Object> params) {
    return (Map<String, Object>) params.get("claims");
  }
}
