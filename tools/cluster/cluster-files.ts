import { randomBytes } from 'node:crypto'

/** The ports of a cluster, counted from its first one, which is the proxy that people use. */
export function portsFrom(first: number) {
  const three = (offset: number) => [0, 1, 2].map((index) => first + offset + index)
  return {
    http: first,
    /** The proxy's: the leader, the replicas, the poolers, its own figures. */
    leader: first + 1,
    replicas: first + 2,
    pooled: first + 3,
    figures: first + 4,
    etcdClients: three(10),
    etcdPeers: three(13),
    databases: three(20),
    patronis: three(23),
    poolers: [first + 30, first + 31],
    webs: [first + 40, first + 41],
    jobs: first + 42,
  }
}

export type Ports = ReturnType<typeof portsFrom>

/** New for each cluster. */
export function newPasswords() {
  const password = () => randomBytes(18).toString('base64url')
  return { superuser: password(), replication: password(), lustra: password() }
}

export type Passwords = ReturnType<typeof newPasswords>

/** Overrides deploy/patroni/patroni.yml: three databases share one machine. */
export const SMALL_DATABASE = `postgresql:
  parameters:
    shared_buffers: 32MB
    max_wal_size: 256MB
    min_wal_size: 64MB
    wal_keep_size: 64MB
    autovacuum_max_workers: 1
    max_parallel_workers_per_gather: 0
    jit: 'off'
`

export function haproxyFile(ports: Ports): string {
  return `global
  maxconn 2000
  stats socket unix@haproxy.sock mode 600 level admin expose-fd listeners

defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1500ms
  option tcpka

frontend people
  mode http
  bind 127.0.0.1:${ports.http}
  option forwardfor
  timeout client 60s
  default_backend webs

backend webs
  mode http
  balance leastconn
  timeout server 60s
  timeout tunnel 1h
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  # Only what no server has answered or begun is sent to another one.
  option redispatch 1
  retries 3
  retry-on conn-failure
${lines(ports.webs, (port, number) => `  server web${number} 127.0.0.1:${port} check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions`)}

# The role is Patroni's to say. Connections to a database that is no leader any more are cut at once.
listen leader
  bind 127.0.0.1:${ports.leader}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases(ports)}

# A replica that is more than 16 MB behind is left out.
listen replicas
  bind 127.0.0.1:${ports.replicas}
  balance leastconn
  option httpchk OPTIONS /replica?lag=16MB
  http-check expect status 200
  default-server inter 1s fall 2 rise 2 on-marked-down shutdown-sessions
${databases(ports)}

listen poolers
  bind 127.0.0.1:${ports.pooled}
  balance leastconn
  default-server inter 1s fall 1 rise 1 on-marked-down shutdown-sessions
${lines(ports.poolers, (port, number) => `  server pooler${number} 127.0.0.1:${port} check`)}

listen figures
  mode http
  bind 127.0.0.1:${ports.figures}
  stats enable
  stats uri /
`
}

export function pgbouncerFile(ports: Ports, port: number): string {
  return `[databases]
lustra = host=127.0.0.1 port=${ports.leader} dbname=lustra

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = userlist.txt
pool_mode = transaction
max_client_conn = 400
default_pool_size = 15
server_login_retry = 1
server_connect_timeout = 3
server_check_delay = 5
query_wait_timeout = 5
tcp_keepalive = 1
tcp_keepidle = 10
tcp_keepintvl = 3
tcp_keepcnt = 3
log_connections = 0
log_disconnections = 0
`
}

function databases(ports: Ports): string {
  return lines(
    ports.databases,
    (port, number) =>
      `  server db${number} 127.0.0.1:${port} check port ${ports.patronis[number - 1]}`,
  )
}

function lines(ports: number[], line: (port: number, number: number) => string): string {
  return ports.map((port, index) => line(port, index + 1)).join('\n')
}
