import pg from 'pg'

/** Makes an empty database for a benchmark, in place of one that an earlier run left behind; its address. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await dropDatabase(serverUrl, name)
  await run(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await run(serverUrl, `drop database if exists ${name} with (force)`)
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
