import { retryImport } from './retry-import.ts'

const AGAIN_AFTER_MS = 5_000

/** Loads what a page goes on without: a module that could not be fetched is asked for until it comes, and never breaks what is there. */
export async function importWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    return importWithRetries(retryImport(load, error))
  }
}
