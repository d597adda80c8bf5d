const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Whether an error means that the database can't be reached, rather than that a statement is wrong. */
export function isConnectionError(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (
      'code' in at &&
      typeof at.code === 'string' &&
      (CONNECTION_CODES.has(at.code) || at.code.startsWith('08'))
    )
      return true;
    if (
      /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
        at.message,
      )
    )
      return true;
    if (at instanceof AggregateError && at.errors.some(isConnectionError)) return true;
  }
  return false;
}
