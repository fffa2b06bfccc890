import { startDemoServer } from './demo-server.ts'

/**
 * Starts the real server with the demo world, once for all journeys. They find it by LUSTRA_E2E_ORIGIN and
 * LUSTRA_E2E_DATA_DIR.
 */
export default async function serveDemoWorld(): Promise<() => Promise<void>> {
  const server = await startDemoServer()
  process.env['LUSTRA_E2E_ORIGIN'] = server.origin
  process.env['LUSTRA_E2E_DATA_DIR'] = server.dataDir
  return () => server.stop()
}
