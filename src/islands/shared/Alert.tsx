import type { ReactNode } from 'react';

/** Says that something failed. Shows nothing without a message. */
export function Alert({ children }: { readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="notice bad" role="alert">
      {children}
    </p>
  );
}
