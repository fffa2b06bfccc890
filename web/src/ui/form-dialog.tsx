import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: string
  height?: 'full'
  /** The button that sends the form. */
  submit: string
  look?: 'danger'
  busy: boolean
  /** The button that closes the dialog. */
  back: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form: its fields are `children`, its two buttons stand below them. */
export function FormDialog({
  title,
  height,
  submit,
  look,
  busy,
  back,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      title={title}
      {...(height ? { height } : {})}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={formId} busy={busy} {...(look ? { look } : {})}>
            {submit}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {back}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
