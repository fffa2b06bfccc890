import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

export type FormDialogProps = {
  title: string
  height?: 'full'
  /** The button that sends the form. */
  submit: string
  look?: 'danger' | undefined
  busy: boolean
  disabled?: boolean
  /** The button that closes the dialog. Without it, the other button is as wide as the dialog. */
  back?: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
  /** Content below the form. */
  after?: ReactNode
}

/** A dialog with one form: its fields are `children`, its buttons stand below them. */
export function FormDialog({
  title,
  height,
  submit,
  look,
  busy,
  disabled,
  back,
  onSubmit,
  onClose,
  children,
  after,
}: FormDialogProps) {
  const formId = useId()
  const button = { type: 'submit', form: formId, busy, disabled, ...(look && { look }) } as const
  return (
    <Dialog
      title={title}
      {...(height ? { height } : {})}
      onClose={onClose}
      footer={
        back ? (
          <div className="flex flex-wrap gap-3">
            <Button {...button}>{submit}</Button>
            <Button look="quiet" onClick={onClose}>
              {back}
            </Button>
          </div>
        ) : (
          <Button {...button} wide>
            {submit}
          </Button>
        )
      }
    >
      <form
        id={formId}
        noValidate
        className={back ? 'flex flex-col gap-4' : 'flex flex-col gap-5'}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
      {after}
    </Dialog>
  )
}
