import { useEffect, useState } from 'react'
import { dropFile, keepFile, keptFile } from '#web/session/user-files.ts'

/** The photo that was chosen for somebody and not sent; it stays in this browser as what is typed does. */
export function useChosenPhoto(userId: string, otherId: string) {
  const name = `message.${otherId}`
  const [photo, setPhoto] = useState<Blob>()
  useEffect(() => {
    let ended = false
    const begin = async () => {
      const kept = await keptFile(userId, name)
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
    if (chosen) void keepFile(userId, name, chosen).catch(() => {})
    else void dropFile(userId, name)
  }
  return [photo, choose] as const
}
