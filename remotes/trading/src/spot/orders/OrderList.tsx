import type { SpotOrder } from '@tessera/api/spot';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import { OrderActions } from './OrderActions.tsx';
import { OrderRow } from './OrderRow.tsx';

const OrderDetails = lazyPart(() => import(/* webpackChunkName: "order-details" */ './OrderDetails.tsx'));

/** Orders with their details a tap away, and a way to cancel those that wait. */
export function OrderList({ orders }: { readonly orders: readonly SpotOrder[] }) {
  const [shown, setShown] = useState<SpotOrder | null>(null);
  const [open, setOpen] = useState(false);
  // The list is live; the sheet shows the order as it is now for as long as it is listed.
  const current = shown && (orders.find(({ id }) => id === shown.id) ?? shown);
  return (
    <>
      <ul>
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            onOpen={(chosen) => {
              setShown(chosen);
              setOpen(true);
            }}
            action={order.status === 'pending' && <OrderActions order={order} />}
          />
        ))}
      </ul>
      {current && <OrderDetails props={{ order: current, open, onClose: () => setOpen(false) }} />}
    </>
  );
}
