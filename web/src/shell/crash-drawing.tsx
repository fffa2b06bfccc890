import { empty } from '#drawings/empty.ts'
import { Drawing } from '#web/ui/pictures/drawing.tsx'

/** The drawing of the crash screen, loaded only when a screen crashes. */
export default function CrashDrawing() {
  return <Drawing svg={empty.error} className="w-60 max-w-full" />
}
