import { type ReactNode, useId } from 'react';

/** What the control inside a field must carry. */
export interface FieldControl {
  readonly id: string;
  readonly className: 'input';
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}
interface Props {
  label: string;
  hint?: ReactNode;
  /** The first message about this field, or nothing. */
  error?: string | undefined;
  /** `search` grows in a toolbar. */
  kind?: 'search';
  /** Draws the control: `(control) => <input {...control} name="email" />`. */
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label, its hint and its error, tied together for those who don't see them. */
export function Field({ label, hint, error, kind, children }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={kind ? `field ${kind}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: 'input',
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

/** Moves focus to the first control of a form that has an error; to be called after the errors are drawn. */
export function focusFirstError(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
