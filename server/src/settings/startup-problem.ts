/** An error that stops the start. Its message is one line that tells the operator what to change, without secrets. */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}
