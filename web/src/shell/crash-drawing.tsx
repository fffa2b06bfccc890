import { empty } from '#drawings/empty.ts'
import { Drawing } from '#web/ui/drawing.tsx'

/** Above what broke; fetched when something does. */
export default function CrashDrawing() {
  return <Drawing svg={empty.error} className="w-60 max-w-full" />
}
