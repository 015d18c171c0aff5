/**
 * The site's settings that differ between environments, served as JSON at RUNTIME_CONFIG_PATH. One build of
 * the site runs against both the emulators and the real services.
 */
export interface RuntimeConfig {
  /** True when outside services are emulated; the site then reaches them on its own origin. */
  readonly emulated: boolean;
  readonly firebase: {
    readonly apiKey: string;
    readonly projectId: string;
    readonly authDomain: string;
    /** `https://<name>.firebaseio.com`, or null when the database is emulated on the site's own origin. */
    readonly databaseUrl: string | null;
    readonly databaseNamespace: string;
  };
  readonly checkout: {
    /** Origins allowed for checkout and portal URLs. `self` stands for the site's own origin. */
    readonly allowedOrigins: readonly string[];
  };
  readonly scheduling: {
    /** URL of the event type: absolute, or a path on the site's own origin. */
    readonly url: string;
  };
}
