const DATABASE = 'lustra.kept'
const FILES = 'files'

/** Keeps a file that one person has chosen and not sent in this browser; throws where the browser keeps none. Names as in `keptFor`. */
export async function saveUserFile(userId: string, what: string, file: Blob): Promise<void> {
  await inFiles('readwrite', (files) => files.put(file, nameOf(userId, what)))
}

/** What was kept under a name; undefined if nothing is, or the browser keeps none. */
export async function readUserFile(userId: string, what: string): Promise<Blob | undefined> {
  try {
    return await inFiles<Blob | undefined>('readonly', (files) => files.get(nameOf(userId, what)))
  } catch {
    return undefined
  }
}

export async function deleteUserFile(userId: string, what: string): Promise<void> {
  // What was never kept need not go.
  await inFiles('readwrite', (files) => files.delete(nameOf(userId, what))).catch(() => {})
}

/** Forgets the files of everybody, or of everybody but one. */
export async function deleteUserFiles(exceptFor?: string): Promise<void> {
  const names = await inFiles('readonly', (files) => files.getAllKeys())
  const hers = exceptFor && nameOf(exceptFor, '')
  const others = names.filter(
    (name) => !(hers && typeof name === 'string' && name.startsWith(hers)),
  )
  for (const name of others) await inFiles('readwrite', (files) => files.delete(name))
}

const nameOf = (userId: string, what: string) => `${userId}.${what}`

async function inFiles<T>(
  mode: IDBTransactionMode,
  deed: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(FILES))
  const database = await outcomeOf(opening)
  try {
    const transaction = database.transaction(FILES, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
    const [outcome] = await Promise.all([outcomeOf(deed(transaction.objectStore(FILES))), done])
    return outcome
  } finally {
    database.close()
  }
}

function outcomeOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
