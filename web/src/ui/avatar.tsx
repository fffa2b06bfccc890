import { classNames } from './class-names.ts'
import { Picture } from './picture.tsx'

type AvatarSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

const SIZES: Record<AvatarSize, { pixels: number; frame: string; text: string }> = {
  xs: { pixels: 24, frame: 'size-6', text: 'text-[10px]' },
  sm: { pixels: 32, frame: 'size-8', text: 'text-sm' },
  md: { pixels: 44, frame: 'size-11', text: 'text-base' },
  lg: { pixels: 64, frame: 'size-16', text: 'text-xl' },
  xl: { pixels: 96, frame: 'size-24', text: 'text-2xl' },
}

/** A round portrait, or the initials if there is none. */
export function Avatar({
  name,
  src,
  size = 'md',
}: {
  name: string
  src?: string | null
  size?: AvatarSize
}) {
  const { pixels, frame, text } = SIZES[size]
  const initials = (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-full place-items-center bg-mint-strong font-display font-semibold text-ink',
        text,
      )}
    >
      {initialsOf(name)}
    </span>
  )
  return (
    <span className={classNames('block shrink-0 overflow-hidden rounded-full', frame)}>
      {src ? (
        <Picture
          src={src}
          alt={name}
          width={pixels}
          height={pixels}
          placeholder={initials}
          className="size-full"
        />
      ) : (
        initials
      )}
    </span>
  )
}

/** Of 'Grace Walker Cleaning' GW: the ending of every professional's public name is no surname. */
function initialsOf(name: string): string {
  const person = name.trim().replace(/\s+Cleaning$/, '')
  const words = person.split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
