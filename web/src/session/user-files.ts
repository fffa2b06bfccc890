// The name in the browser stays, so that files of earlier versions are found and deleted.
const DATABASE_NAME = 'lustra.kept'
const FILE_STORE = 'files'

/** Stores a file that a user has chosen but not sent. Throws if the browser cannot store it. rule: user-storage */
export async function saveUserFile(userId: string, name: string, file: Blob): Promise<void> {
  await inFileStore('readwrite', (files) => files.put(file, keyOf(userId, name)))
}

/** The file stored under a name; undefined if there is none. */
export async function readUserFile(userId: string, name: string): Promise<Blob | undefined> {
  try {
    return await inFileStore<Blob | undefined>('readonly', (files) =>
      files.get(keyOf(userId, name)),
    )
  } catch {
    return undefined
  }
}

export async function deleteUserFile(userId: string, name: string): Promise<void> {
  // Without IndexedDB there is nothing to delete.
  await inFileStore('readwrite', (files) => files.delete(keyOf(userId, name))).catch(() => {})
}

/** Deletes the files of all users, or of all but one. */
export async function deleteUserFiles(exceptFor?: string): Promise<void> {
  const names = await inFileStore('readonly', (files) => files.getAllKeys())
  const ownPrefix = exceptFor && keyOf(exceptFor, '')
  const others = names.filter(
    (name) => !(ownPrefix && typeof name === 'string' && name.startsWith(ownPrefix)),
  )
  for (const name of others) await inFileStore('readwrite', (files) => files.delete(name))
}

const keyOf = (userId: string, name: string) => `${userId}.${name}`

async function inFileStore<T>(
  mode: IDBTransactionMode,
  operation: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE_NAME)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(FILE_STORE))
  const database = await resultOfRequest(opening)
  try {
    const transaction = database.transaction(FILE_STORE, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
    const [result] = await Promise.all([
      resultOfRequest(operation(transaction.objectStore(FILE_STORE))),
      done,
    ])
    return result
  } finally {
    database.close()
  }
}

function resultOfRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
