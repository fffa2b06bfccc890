import { classNames } from '../class-names.ts'
import { initialsOf, tintOf } from './monogram.ts'
import { Picture } from './picture.tsx'

type AvatarSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

/** Initials stay as large as their frame, whatever the size of texts. */
const SIZES: Record<AvatarSize, { pixels: number; frame: string; text: string }> = {
  xs: { pixels: 24, frame: 'size-6', text: 'text-[10px]' },
  sm: { pixels: 32, frame: 'size-8', text: 'text-[14px]' },
  md: { pixels: 44, frame: 'size-11', text: 'text-[16px]' },
  lg: { pixels: 64, frame: 'size-16', text: 'text-[22px]' },
  xl: { pixels: 96, frame: 'size-24', text: 'text-[28px]' },
}

/** A round portrait, or the initials on the tint of the person's id if there is none. */
export function Avatar({
  id,
  name,
  src,
  size = 'md',
}: {
  id: string
  name: string
  src?: string | null
  size?: AvatarSize
}) {
  const { pixels, frame, text } = SIZES[size]
  const initials = (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-full place-items-center font-display font-semibold text-ink',
        tintOf(id),
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
