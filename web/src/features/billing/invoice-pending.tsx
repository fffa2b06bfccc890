import { LoadingStatus, Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of an invoice to come. */
export function InvoicePending() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <LoadingStatus />
      <div className="flex items-center justify-between gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-11 w-20" />
      </div>
      <div className="card flex flex-col gap-8 p-5 md:p-10">
        <div className="flex items-start justify-between gap-4">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-14 w-40" />
        </div>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          {['billed_to', 'seller', 'date', 'state'].map((fact) => (
            <Skeleton key={fact} className="h-11 w-40" />
          ))}
        </div>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-5" />
          <Skeleton className="h-11" />
          <Skeleton className="h-6" />
        </div>
      </div>
    </div>
  )
}
