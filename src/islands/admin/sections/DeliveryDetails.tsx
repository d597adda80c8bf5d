import { useState } from 'react';
import { Alert } from '../../shared/Alert.tsx';
import { Button } from '../../shared/Button.tsx';
import { Code } from '../../shared/Code.tsx';
import { showDetails } from '../orders-store.ts';

type Found = { readonly label: string; readonly details: string | null } | { readonly error: string };

/** The delivery details of an order, once they are shown. They are fetched on request and dropped when they are hidden again. */
export function useDeliveryDetails(id: number) {
  const [found, setFound] = useState<Found>();
  async function show() {
    // Each look is logged, so it isn't repeated.
    if (found && !('error' in found)) return;
    const outcome = await showDetails(id);
    setFound('done' in outcome ? outcome.done : { error: outcome.refused.message });
  }
  return { found, show, hide: () => setFound(undefined) };
}

type Props = ReturnType<typeof useDeliveryDetails> & { readonly id: number };

export function DeliveryDetails({ id, found, show, hide }: Props) {
  return (
    <section aria-labelledby="details">
      <h2 id="details">Delivery details</h2>
      {found === undefined || 'error' in found ? (
        <>
          <p className="muted">We log when you look at them.</p>
          <Button quiet small onPress={show}>
            Show delivery details<span className="unseen"> (order {id})</span>
          </Button>
        </>
      ) : (
        <>
          <p className="muted">{found.label}</p>
          {found.details === null ? (
            <p>Nothing to show: the reward needs none, or we’ve erased them.</p>
          ) : (
            <Code of={found.label} code={found.details} />
          )}
          <Button quiet small onPress={hide}>
            Hide<span className="unseen"> delivery details of order {id}</span>
          </Button>
        </>
      )}
      <Alert>{found && 'error' in found && found.error}</Alert>
    </section>
  );
}
