import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { PICTURE_TYPES } from '../pictures/picture-types.ts'

type FileButtonProps = {
  label: ReactNode
  /** The types of files, as the attribute `accept` lists them. Default: pictures. */
  accept?: string
  onFiles: (files: File[]) => void
  multiple?: boolean
  /** Whether the button opens the camera at the back of a phone. */
  camera?: boolean
  invalid?: boolean
  describedBy?: string | undefined
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** A file input that looks like a button. */
export function FileButton({
  label,
  accept = PICTURE_TYPES.join(','),
  onFiles,
  multiple = false,
  camera = false,
  invalid = false,
  describedBy,
  className,
  ref,
}: FileButtonProps) {
  const id = useId()
  return (
    <span className={classNames('relative inline-flex', className)}>
      <input
        ref={ref}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        {...(camera && { capture: 'environment' })}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Allows choosing the same file again after it was removed.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <label
        htmlFor={id}
        className={classNames(
          'inline-flex min-h-11 w-full cursor-pointer items-center justify-center rounded-md border bg-surface px-5 text-center font-semibold transition-colors select-none',
          'peer-hover:border-action peer-hover:bg-mint peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action peer-disabled:opacity-60',
          invalid ? 'border-clay text-clay' : 'border-edge',
        )}
      >
        {label}
      </label>
    </span>
  )
}
