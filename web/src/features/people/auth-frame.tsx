import type { ReactNode } from 'react'

/** The frame of the account screens: the form, and a drawing beside it. */
export function AuthFrame({
  title,
  intro,
  children,
}: {
  title: string
  intro?: string
  children: ReactNode
}) {
  return (
    <AuthColumns
      picture={
        <img
          src="/drawings/banner-tall.svg"
          width="900"
          height="1100"
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover object-bottom dark:opacity-90"
        />
      }
    >
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl wrap-anywhere md:text-3xl">{title}</h1>
        {intro && <p className="text-soft">{intro}</p>}
      </header>
      {children}
    </AuthColumns>
  )
}

type ColumnsProps = { picture?: ReactNode; busy?: boolean; children: ReactNode }

/** The two columns, also for the skeleton. */
export function AuthColumns({ picture, busy, children }: ColumnsProps) {
  return (
    <div aria-busy={busy} className="grid grow lg:grid-cols-[1fr_minmax(0,44%)]">
      <section className="mx-auto flex w-full max-w-form flex-col gap-6 px-4 py-8 md:py-14 lg:justify-center">
        {children}
      </section>
      <div className="pane relative hidden overflow-hidden lg:block">{picture}</div>
    </div>
  )
}
