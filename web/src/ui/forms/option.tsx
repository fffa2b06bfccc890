import type { ComponentProps, ReactNode } from 'react'

type OptionProps = Omit<ComponentProps<'input'>, 'className'> & {
  children: ReactNode
  /** A smaller line below. */
  help?: ReactNode
}

/** A choice that a thumb can press anywhere: a radio button or a checkbox that is its frame, with its text. */
export function Option({ children, help, ...input }: OptionProps) {
  return (
    <label className="relative flex min-h-11 min-w-0 cursor-pointer items-center rounded-md border border-edge bg-surface px-2 py-1 text-sm leading-tight hover:border-action has-checked:border-action has-checked:bg-mint has-checked:ring-1 has-checked:ring-action">
      {/* Over the whole frame, so that its outline is that of the frame. */}
      <input
        {...input}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-md"
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{children}</span>
        {help && <span className="tabular block text-soft"> {help}</span>}
      </span>
    </label>
  )
}
