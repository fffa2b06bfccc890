import pg from 'pg'
import { reachEmbeddedPostgres } from '../../../tools/embedded-postgres/embedded-postgres.ts'

/**
 * Reads rows from the database of the server with this data folder, without a call of the product; by default the
 * server of all journeys. A journey compares with them what a screen says.
 */
export async function rowsOf<Row>(
  text: string,
  values: unknown[] = [],
  dataDir = process.env['LUSTRA_E2E_DATA_DIR']!,
): Promise<Row[]> {
  const { url } = await reachEmbeddedPostgres({ dataDir })
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}
