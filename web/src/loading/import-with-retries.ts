import { retryImport } from './retry-import.ts'

const RETRY_MS = 5_000

/** Imports a module that the screen can do without for now. Retries until it is loaded and never throws. */
export async function importWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return importWithRetries(retryImport(load, error))
  }
}
