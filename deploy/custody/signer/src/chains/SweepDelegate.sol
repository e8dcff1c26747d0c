// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Code that deposit addresses delegate to (EIP-7702). It sends what they hold to the hot wallet, which is written into it,
/// and to no other address; and it does so for no other caller.
contract SweepDelegate {
    address private immutable HOT;
    address private immutable SELF;

    constructor(address hot) {
        HOT = hot;
        SELF = address(this);
    }

    /// A deposit address still takes coins.
    receive() external payable {}

    /// Sends `amounts[i]` of a token, or of the chain's coin where `token` is zero, from `from[i]` to the hot wallet: all of
    /// them, or none.
    function sweep(address token, address[] calldata from, uint256[] calldata amounts) external {
        require(msg.sender == HOT && address(this) == SELF && from.length == amounts.length);
        for (uint256 i = 0; i < from.length; i++) SweepDelegate(payable(from[i])).give(token, amounts[i]);
    }

    /// Runs at a deposit address.
    function give(address token, uint256 amount) external {
        require(msg.sender == SELF);
        if (token == address(0)) {
            (bool sent, ) = HOT.call{value: amount}("");
            require(sent);
        } else {
            // USDT returns nothing.
            (bool done, bytes memory returned) = token.call(abi.encodeWithSignature("transfer(address,uint256)", HOT, amount));
            require(done && (returned.length == 0 ? token.code.length > 0 : abi.decode(returned, (bool))));
        }
    }
}
