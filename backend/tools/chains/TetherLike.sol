// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token like USDT of Ethereum, whose `transfer` returns nothing. For local chains: anyone may mint.
contract TetherLike {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }

    /// Sends many transfers at once; with value, the coins of the call as well: internal transfers.
    function scatter(address[] calldata to, uint256 value) external payable {
        for (uint256 i = 0; i < to.length; i++) {
            balanceOf[msg.sender] -= value;
            balanceOf[to[i]] += value;
            emit Transfer(msg.sender, to[i], value);
            if (msg.value > 0) {
                (bool sent, ) = to[i].call{value: msg.value / to.length}("");
                require(sent);
            }
        }
    }
}
