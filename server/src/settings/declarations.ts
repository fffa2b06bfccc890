/**
 * One environment variable. `npm run configuration` writes docs/configuration.md from the declarations, and the
 * readers of the settings take default, range and values from them. rule: settings
 */
export type Declaration = {
  /** Its sentences on the page, which may use Markdown. */
  says: string
  /** The value that counts while the setting is unset. */
  default?: string
  /** The default where another setting is set (`MAIL_URL`) or is a value (`NODE_ENV=production`). */
  defaultWith?: Readonly<Record<string, string>>
  /** A default that the code computes, in words for the page. */
  without?: string
  /** All values that it takes. */
  values?: readonly string[]
  /** The least and the largest number that it takes. */
  range?: readonly [min: number, max: number]
  unit?: string
  /** It is or holds a secret, so NAME_FILE may name a file with it. */
  secret?: true
}

const ADDRESSES = {
  PORT: {
    default: '3000',
    range: [0, 65_535],
    says: 'The port to listen on; `0` takes a free one.',
  },
  HOST: { default: '127.0.0.1', says: 'The address to listen on.' },
  PUBLIC_ORIGIN: {
    without: '`http://localhost:PORT`',
    says:
      'The address that people use. https turns on Secure cookies and HSTS, and is required ' +
      'in production.',
  },
  OPERATOR_ORIGIN: {
    without: '`PUBLIC_ORIGIN`',
    says:
      'An address with another host, such as `https://console.lustra.example`: the console of ' +
      'operators is there alone, and nothing else is ' +
      '([operator-host](rules/operations.md#operator-host)).',
  },
  TLS_CERT_FILE: {
    says:
      'A certificate in PEM: the server answers by https itself. Renewed files are taken into ' +
      'use within a minute. In production a `HOST` that is not this machine needs it.',
  },
  TLS_KEY_FILE: { says: 'The key of `TLS_CERT_FILE`, in PEM.' },
  ALLOW_PLAIN_HTTP: {
    values: ['yes'],
    says:
      '`yes` says that another layer encrypts, so that a `HOST` that is not this machine ' +
      'needs no certificate in production.',
  },
  TRUST_PROXY: {
    without: 'this machine',
    says:
      'The proxies and balancers whose `X-Forwarded-For` is believed, such as ' +
      '`10.0.0.5,2001:db8::/64`. Behind any other all people would share one rate limit.',
  },
  NODE_ENV: {
    values: ['production', 'development', 'test'],
    says:
      '`production` asks for what is safe ([settings](rules/operations.md#settings)). It has ' +
      'to be set if `PUBLIC_ORIGIN` is an https address that others reach.',
  },
} as const satisfies Record<string, Declaration>

const DATA = {
  DATA_DIR: {
    default: './data',
    says: 'The folder of the embedded database, of pictures, and of letters.',
  },
  FILES_URL: {
    secret: true,
    without: '`DATA_DIR/uploads`',
    says:
      '`s3://KEY:SECRET@BUCKET/FOLDER?region=…&endpoint=…`: pictures are stored in an ' +
      'S3-compatible bucket. Without `KEY:SECRET@` the usual AWS settings apply; without ' +
      '`endpoint` it is Amazon S3.',
  },
  DEMO: {
    default: 'auto',
    defaultWith: { 'NODE_ENV=production': 'off' },
    values: ['auto', 'on', 'off'],
    says:
      '`auto`: an empty embedded database is filled with the demo world, if `HOST` and ' +
      '`PUBLIC_ORIGIN` are this machine. `on`: also elsewhere, and an empty database of your ' +
      'own. `off`: none is. Where others reach the server, a database with the demo world is ' +
      'served with `on` alone, because everybody knows its passwords.',
  },
} as const satisfies Record<string, Declaration>

const DATABASE = {
  DATABASE_URL: {
    secret: true,
    without: 'the embedded one',
    says:
      'Your own PostgreSQL (15 or newer). In production with `?sslmode=verify-full`, unless ' +
      'it is on this machine; `sslrootcert=FILE` names a certificate authority of your own.',
  },
  DATABASE_DIRECT_URL: {
    secret: true,
    without: '`DATABASE_URL`',
    says:
      'The same database and user without a pooler, or through one in session mode, if ' +
      '`DATABASE_URL` leads through one in transaction mode ' +
      '([connections-bounded](rules/operations.md#connections-bounded)).',
  },
  DATABASE_READ_URL: {
    secret: true,
    says:
      'A replica of `DATABASE_URL`, or the balancer of several, for searches and public ' +
      'pages, with the same user.',
  },
  DATABASE_MIGRATE_URL: {
    secret: true,
    says:
      'The same database with the owner of its tables, for `npm run migrate` alone: then the ' +
      'user of `DATABASE_URL` can change no table ' +
      '([migrations](rules/operations.md#migrations)).',
  },
  // With a direct address the other one leads to a pooler, which may not know prepared statements.
  DATABASE_PREPARE: {
    default: 'on',
    defaultWith: { DATABASE_DIRECT_URL: 'off' },
    values: ['on', 'off'],
    says:
      '`on`: frequent statements are prepared once for each connection. `off`: for poolers ' +
      'that do not know prepared statements, such as PgBouncer before 1.21.',
  },
  DATABASE_POOL_MAX: {
    default: '10',
    range: [2, 1000],
    unit: 'connections',
    says:
      'The connections of a process for requests and jobs; [others come on ' +
      'top](rules/operations.md#connections-bounded).',
  },
  PGHOST: {
    says: "The host of a database whose address names none, as in PostgreSQL's own programs.",
  },
  ROLES: {
    without: 'all',
    says:
      'What this process does, with `DATABASE_URL`: some of `web` (calls, pages, live ' +
      'connections), `jobs`, `pictures` (their jobs) and `migrate` (the schema at its start; ' +
      'alone, it migrates and ends), with commas between them ' +
      '([process-roles](rules/operations.md#process-roles)).',
  },
} as const satisfies Record<string, Declaration>

const MAIL = {
  MAIL_URL: {
    secret: true,
    without: '`DATA_DIR/outbox`',
    says:
      '`smtp://user:password@host:port` or `smtps://…`. Without it, letters are written as ' +
      '`.eml` files, and their links to the log. It is required in production, where ' +
      '`smtp://` goes only to a server with STARTTLS, or on this machine.',
  },
  // A local installation without a mail server has no mailbox in which letters arrive. rule: held-starts
  EMAIL_VERIFICATION: {
    default: 'optional',
    defaultWith: { 'NODE_ENV=production': 'required', MAIL_URL: 'required' },
    values: ['required', 'optional'],
    says:
      '`required`: what clients start before they confirm their email address waits until ' +
      'they do, and professionals confirm theirs before they pay. `optional`: nothing waits.',
  },
  SUPPORT_MAIL: {
    says:
      'The email address to which messages of the contact page go. Without it they are only ' +
      "stored, and the console shows them ('Cases', 'Support').",
  },
} as const satisfies Record<string, Declaration>

const PAYMENTS = {
  PAYMENTS: {
    default: 'simulated',
    values: ['simulated', 'stripe'],
    says: '`simulated`: our own payment page, and no money moves. In production only with `ALLOW_SIMULATED_PAYMENTS`.',
  },
  ALLOW_SIMULATED_PAYMENTS: {
    values: ['yes'],
    says: '`yes` lets payments be simulated in production.',
  },
  STRIPE_SECRET_KEY: { secret: true, says: "The key of Stripe's account." },
  STRIPE_WEBHOOK_SECRET: {
    secret: true,
    says: 'The secret of its webhook to `/api/webhooks/payments`.',
  },
  STRIPE_API_BASE: { without: "Stripe's own", says: "The address of Stripe's API, for tests." },
  PAYMENTS_WEBHOOK_SECRET: {
    secret: true,
    without: 'made in `DATA_DIR`',
    says: 'Signs the webhooks of simulated payments.',
  },
  REFUND_SECOND_OPERATOR_DOLLARS: {
    default: '40',
    range: [0, 100_000],
    unit: 'dollars',
    says: 'Above this sum of refunds to one person in 30 days a second operator is asked.',
  },
} as const satisfies Record<string, Declaration>

const HOSTS = {
  VAPID_PUBLIC_KEY: {
    without: 'made in `DATA_DIR`',
    says:
      'Identifies the sender of push notifications (`npx web-push generate-vapid-keys`). ' +
      'Several servers share one pair; a new pair ends all existing push subscriptions.',
  },
  VAPID_PRIVATE_KEY: {
    secret: true,
    without: 'made in `DATA_DIR`',
    says: 'The other key of the pair.',
  },
  PUSH_HOSTS: {
    without: 'the services of Chrome, Firefox, Safari and Edge',
    says:
      'The hosts to which push notifications may go: names with commas between them, ' +
      '`*.push.apple.com` for all names below one.',
  },
  CALENDAR_HOSTS: {
    without: 'all public hosts',
    says:
      "The hosts of professionals' calendars: names with commas between them, `*.icloud.com` " +
      'for all names below one.',
  },
} as const satisfies Record<string, Declaration>

const KEYS = {
  VERIFICATION_MODE: {
    default: 'auto',
    defaultWith: { 'NODE_ENV=production': 'manual' },
    values: ['auto', 'manual'],
    says:
      'How background checks are decided. `auto`: every valid Social Security number is ' +
      'approved at once, and the badge is marked as simulated. `manual`: each check waits for ' +
      'an operator. The console lists the waiting checks and decides them; `npm run operator ' +
      '-- verify reveal USER --reason "…"` shows the Social Security number for the check ' +
      'outside Lustra, `verify free USER --reason "…"` frees an approved number.',
  },
  VERIFICATION_KEYS: {
    secret: true,
    without: 'made in `DATA_DIR`; required in production',
    says:
      '`hash:KEY,NAME:KEY`, each of 32 random bytes in base64 (`openssl rand -base64 32`). ' +
      'They encrypt Social Security numbers, photos of documents, the addresses of calendar ' +
      'feeds and the secrets of second factors. The first NAME encrypts newly submitted ones; ' +
      'the key `hash` must never change. To rotate keys put a new name first, keep the old ' +
      'one, run `npm run operator -- verify rotate-keys --reason "…"`, then remove the old ' +
      'one.',
  },
  VAULT_KEYS: {
    secret: true,
    without: 'made in `DATA_DIR`; required in production',
    says:
      '`NAME:KEY,…`, each of 32 random bytes in base64. They encrypt the access details of ' +
      'homes; the first one new values. To rotate keys put a new name first, keep the old ' +
      'one, run `npm run operator -- vault rotate-keys --reason "…"`, then remove the old ' +
      'one.',
  },
  OPERATOR_NETWORKS: {
    without: 'all',
    says:
      'The networks of operators, such as `192.0.2.0/24,2001:db8::/32`; from other addresses ' +
      'the console and its calls are 404.',
  },
  OPERATOR_ALERTS: {
    says:
      'The email address to which the newest hash of the audit log goes each day. Without it ' +
      'the hash is only in the log.',
  },
} as const satisfies Record<string, Declaration>

const WATCHING = {
  LOG_LEVEL: {
    default: 'info',
    values: ['debug', 'info', 'warn', 'error'],
    says: 'Lines below it are not logged. Security events and requests are `info`.',
  },
  LOG_URL: {
    says:
      'A collector of OpenTelemetry, such as `https://logs.example/v1/logs`, that gets each ' +
      'line of the log too.',
  },
  LOG_HEADERS: {
    secret: true,
    says:
      'The headers of `LOG_URL`, such as `Authorization=Bearer%20TOKEN`, with commas between ' +
      'them.',
  },
  METRICS_PORT: {
    range: [0, 65_535],
    says:
      'A port for the metrics alone ([probes-and-metrics](rules/operations.md#probes-and-metrics)). Without it ' +
      '`/metrics` of `PORT` answers this machine.',
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    says: 'The address of `METRICS_PORT`; another one than this machine needs `METRICS_TOKEN`.',
  },
  METRICS_TOKEN: { secret: true, says: 'The Bearer token of those who read the metrics.' },
} as const satisfies Record<string, Declaration>

/** The standard variables of OpenTelemetry that are checked; its packages read them too, and have the defaults. */
const TRACES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    says:
      'A collector of OpenTelemetry, such as `https://traces.example`, that gets a trace of ' +
      'each request and job ([log-lines](rules/operations.md#log-lines)).',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    says: 'The whole address, instead of the one before and `/v1/traces`.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    secret: true,
    says: 'Headers for the collector, such as `Authorization=Bearer%20TOKEN`.',
  },
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: { secret: true, says: 'Headers for traces alone.' },
  OTEL_EXPORTER_OTLP_PROTOCOL: { values: ['http/json'], says: 'The one protocol that is spoken.' },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
    values: ['http/json'],
    says: 'The protocol for traces alone.',
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    range: [100, 60_000],
    unit: 'milliseconds',
    says: 'How long the collector may take.',
  },
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: {
    range: [100, 60_000],
    unit: 'milliseconds',
    says: 'How long the collector of traces may take.',
  },
  OTEL_SDK_DISABLED: { says: '`true`: there are no traces.' },
  OTEL_TRACES_EXPORTER: { says: '`none`: there are no traces.' },
  OTEL_TRACES_SAMPLER: {
    says:
      'Which traces are sent: `always_on`, `always_off`, `traceidratio`, or one of these ' +
      'after `parentbased_`.',
  },
  OTEL_TRACES_SAMPLER_ARG: { range: [0, 1], says: 'The part of traces that `traceidratio` sends.' },
  OTEL_RESOURCE_ATTRIBUTES: {
    says:
      'Facts of all spans, such as `deployment.environment=production`, with commas between ' +
      'them.',
  },
  OTEL_SERVICE_NAME: { default: 'lustra', says: 'The name of the process in traces.' },
  OTEL_BSP_MAX_QUEUE_SIZE: {
    range: [1, 65_536],
    unit: 'spans',
    says: 'How many spans wait; further ones are dropped.',
  },
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: {
    range: [1, 65_536],
    unit: 'spans',
    says: 'How many spans are sent at once.',
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    range: [100, 60_000],
    unit: 'milliseconds',
    says: 'How long spans wait at most.',
  },
  OTEL_BSP_EXPORT_TIMEOUT: {
    range: [100, 60_000],
    unit: 'milliseconds',
    says: 'How long sending may take.',
  },
} as const satisfies Record<string, Declaration>

const LIMITS = {
  DRAIN_S: {
    default: '5',
    range: [0, 300],
    unit: 'seconds',
    says:
      'How long after SIGTERM `/readyz` says `draining` before the server stops listening, so ' +
      'that a balancer sends people elsewhere; `0`: not at all ' +
      '([graceful-shutdown](rules/operations.md#graceful-shutdown)).',
  },
  EVENT_LOOP_DELAY_MS_MAX: {
    default: '2000',
    range: [0, 600_000],
    unit: 'milliseconds',
    says:
      'Calls answer 503 while the server is later than this; `0`: never, for tests on a busy ' +
      'machine.',
  },
  RATE_LIMIT_SCALE: {
    default: '1',
    range: [1, 1_000_000],
    says: 'Multiplies every rate limit; tests raise it.',
  },
  CALENDAR_TEST_ORIGIN: {
    says:
      'One origin, such as `http://127.0.0.1:4000`, whose calendars are read without the ' +
      'rules for addresses, for tests; refused in production.',
  },
} as const satisfies Record<string, Declaration>

export const SETTINGS = {
  ...ADDRESSES,
  ...DATA,
  ...DATABASE,
  ...MAIL,
  ...PAYMENTS,
  ...HOSTS,
  ...KEYS,
  ...WATCHING,
  ...TRACES,
  ...LIMITS,
}

/** The settings under the headings of the page. */
export const SETTINGS_BY_HEADING: Readonly<Record<string, Readonly<Record<string, Declaration>>>> =
  {
    Addresses: ADDRESSES,
    'Stored data': DATA,
    Database: DATABASE,
    Letters: MAIL,
    Payments: PAYMENTS,
    'Push notifications and calendars': HOSTS,
    'Verification and operators': KEYS,
    'Log and metrics': WATCHING,
    Traces: TRACES,
    'Limits and tests': LIMITS,
  }

export type SettingName = keyof typeof SETTINGS

/** The environment as the readers of settings see it: a name without a declaration does not compile. */
export type Env = { readonly [Name in SettingName]?: string | undefined }
