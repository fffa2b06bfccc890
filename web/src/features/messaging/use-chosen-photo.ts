import { useEffect, useState } from 'react'
import { deleteUserFile, saveUserFile, readUserFile } from '#web/session/user-files.ts'

/** The photo that was chosen for somebody and not sent; it stays in this browser as what is typed does. */
export function useChosenPhoto(userId: string, otherId: string) {
  const name = `message.${otherId}`
  const [photo, setPhoto] = useState<Blob>()
  useEffect(() => {
    let ended = false
    const begin = async () => {
      const kept = await readUserFile(userId, name)
      if (!ended) setPhoto((chosen) => chosen ?? kept)
    }
    void begin()
    return () => {
      ended = true
    }
  }, [userId, name])
  const choose = (chosen: Blob | undefined) => {
    setPhoto(chosen)
    // A browser that keeps no files still sends them.
    if (chosen) void saveUserFile(userId, name, chosen).catch(() => {})
    else void deleteUserFile(userId, name)
  }
  return [photo, choose] as const
}
