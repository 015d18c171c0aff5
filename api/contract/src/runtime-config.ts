/**
 * What differs between environments on the site, served as JSON at RUNTIME_CONFIG_PATH.
 * The same site build runs against emulators and against the real services.
 */
export interface RuntimeConfig {
  /** True where outside services are emulated; the site then reaches them on its own origin. */
  readonly emulated: boolean;
  readonly firebase: {
    readonly apiKey: string;
    readonly projectId: string;
    readonly authDomain: string;
    /** `https://<name>.firebaseio.com`, or null where the database is emulated on the site's own origin. */
    readonly databaseUrl: string | null;
    /** Namespace of the emulated database. */
    readonly databaseNamespace: string;
  };
  readonly checkout: {
    /** Origins that a checkout or portal address may have. The site's own origin is written `self`. */
    readonly allowedOrigins: readonly string[];
  };
  readonly scheduling: {
    /** Address of the event type: absolute, or a path on the site's own origin. */
    readonly url: string;
  };
}
