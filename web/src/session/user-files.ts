// The name in the browser stays, so that files of earlier versions are found and deleted.
const DATABASE = 'lustra.kept'
const FILES = 'files'

/** Keeps a file that one person has chosen and not sent in this browser; throws where the browser keeps none. Names as in `keptFor`. */
export async function saveUserFile(userId: string, name: string, file: Blob): Promise<void> {
  await inFiles('readwrite', (files) => files.put(file, keyOf(userId, name)))
}

/** The file stored under a name; undefined if there is none. */
export async function readUserFile(userId: string, name: string): Promise<Blob | undefined> {
  try {
    return await inFiles<Blob | undefined>('readonly', (files) => files.get(keyOf(userId, name)))
  } catch {
    return undefined
  }
}

export async function deleteUserFile(userId: string, name: string): Promise<void> {
  // Without IndexedDB there is nothing to delete.
  await inFiles('readwrite', (files) => files.delete(keyOf(userId, name))).catch(() => {})
}

/** Deletes the files of all users, or of all but one. */
export async function deleteUserFiles(exceptFor?: string): Promise<void> {
  const names = await inFiles('readonly', (files) => files.getAllKeys())
  const ownPrefix = exceptFor && keyOf(exceptFor, '')
  const others = names.filter(
    (name) => !(ownPrefix && typeof name === 'string' && name.startsWith(ownPrefix)),
  )
  for (const name of others) await inFiles('readwrite', (files) => files.delete(name))
}

const keyOf = (userId: string, name: string) => `${userId}.${name}`

async function inFiles<T>(
  mode: IDBTransactionMode,
  operation: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(FILES))
  const database = await resultOf(opening)
  try {
    const transaction = database.transaction(FILES, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
    const [result] = await Promise.all([resultOf(operation(transaction.objectStore(FILES))), done])
    return result
  } finally {
    database.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
